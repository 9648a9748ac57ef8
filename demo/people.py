"""The invented people, businesses and texts of the demonstration."""

import unicodedata
from dataclasses import dataclass
from datetime import time
from uuid import NAMESPACE_URL, UUID, uuid5

PASSWORD = "laundry-demo"  # noqa: S105 - printed for everybody: it opens the demonstration alone


def plain(name: str) -> str:
    """Return a name in small letters without accents and blanks."""
    letters = unicodedata.normalize("NFKD", name.lower().replace(" ", ""))
    return letters.encode("ascii", "ignore").decode()


def address_of(first_name: str, last_name: str) -> str:
    """Return an email address made of a name, without accents."""
    return f"{plain(first_name)}.{plain(last_name)}@example.com"


def account_id(email: str) -> UUID:
    """Return the id that the account of an email address has in every demonstration."""
    return uuid5(NAMESPACE_URL, f"mailto:{email}")


def provider_id(email: str) -> UUID:
    """Return the id that the provider with this email address has in every demonstration."""
    return uuid5(account_id(email), "provider")


CUSTOMER_EMAIL, PROVIDER_EMAIL, OPERATOR_EMAIL = (
    "customer@example.com",
    "provider@example.com",
    "operator@example.com",
)


def main_ids() -> dict[str, UUID]:
    """Return the ids that the scheduling demo uses (specification point 2, /schedule-test)."""
    return {"providerId": provider_id(PROVIDER_EMAIL), "customerId": account_id(CUSTOMER_EMAIL)}


@dataclass(frozen=True)
class Hours:
    """When a provider works: weekdays (0 = Sunday), from, to, capacity per hour."""

    weekdays: tuple[int, ...]
    start: time
    end: time
    capacity: int = 3


WEEK = Hours((1, 2, 3, 4, 5), time(8), time(18))
LONG_WEEK = Hours((1, 2, 3, 4, 5, 6), time(9), time(17), 4)
LATE_WEEK = Hours((2, 3, 4, 5, 6), time(9), time(19))
SHORT_WEEK = Hours((1, 2, 4, 5), time(9), time(17), 5)
EVERY_DAY = Hours((0, 1, 2, 3, 4, 5, 6), time(8), time(20), 4)


@dataclass(frozen=True)
class DemoProvider:
    """A provider of the demonstration. ``reviews`` are stars, newest first."""

    first_name: str
    last_name: str
    business: str
    codes: tuple[str, ...]
    specialties: tuple[str, ...]
    bio: str
    hours: Hours
    reviews: tuple[int, ...]
    instantly: bool = True
    email: str = ""
    late_fee_percent: int = 50

    @property
    def address(self) -> str:
        """The email address of the account."""
        return self.email or address_of(self.first_name, self.last_name)

    @property
    def portrait(self) -> str:
        """The static path of the portrait."""
        return f"demo/portraits/{plain(self.first_name)}-{plain(self.last_name)}.svg"


# The demo provider first. The first nine serve 8001 or are near it, and accept instantly.
PROVIDERS = (
    DemoProvider(
        "Nora", "Baumann", "Limmat Wäscherei", ("8001", "8002", "8004", "8005"),
        ("Express", "Same Day", "Shirts"),
        "Laundry since 2016 from a sunny workshop by the river. I wash gently, iron by hand and know every "
        "doorbell between Central and Enge.",
        EVERY_DAY, (5, 5, 4, 5, 5, 5, 5), email=PROVIDER_EMAIL,
    ),
    DemoProvider(
        "Luca", "Brunner", "Niederdorf Laundry", ("8001", "8006"), ("Express", "Delicates"),
        "Two machines, one iron and a lot of patience. Silk and wool are washed apart, always.",
        LONG_WEEK, (5, 4, 5, 5),
    ),
    DemoProvider(
        "Sofia", "Gerber", "Frischwerk", ("8008", "8034"), ("Eco wash", "Same Day"),
        "Fragrance-free, biodegradable, and dried outside whenever the weather lets me.",
        WEEK, (5, 5, 5, 4, 5),
    ),
    DemoProvider(
        "Matteo", "Ferrari", "Seefeld Textilpflege", ("8032", "8008", "8053"), ("Suits", "Ironing"),
        "Trained textile cleaner. Your shirts come back on hangers, with every button in place.",
        LATE_WEEK, (4, 5, 5, 4),
    ),
    DemoProvider(
        "Aylin", "Kaya", "Saubere Sache", ("8004", "8003"), ("Families", "Express"),
        "Mother of three: I know stains. Baby clothes are washed at 60 degrees, separately.",
        EVERY_DAY, (5, 5, 5, 5, 4),
    ),
    DemoProvider(
        "Jonas", "Widmer", "Kreis 5 Waschsalon", ("8005", "8037"), ("Large loads", "Same Day"),
        "Fifteen kilos? No problem. Pickup by cargo bike, in any weather.",
        LONG_WEEK, (4, 4, 5),
    ),
    DemoProvider(
        "Priya", "Nair", "Spring Fresh", ("8006", "8044"), ("Delicates", "Ironing"),
        "Saris, linen, lace: slowly and with care. Ask me about stains before you try anything at home.",
        SHORT_WEEK, (5, 5, 4, 5),
    ),
    DemoProvider(
        "Reto", "Meili", "Enge Wäscheservice", ("8002", "8038"), ("Express", "Bed linen"),
        "Bed linen mangled the old way, as smooth as in a hotel.",
        WEEK, (5, 4, 4, 5),
    ),
    DemoProvider(
        "Elena", "Petrova", "Bügelstube am Zürichberg", ("8044", "8032"), ("Ironing", "Shirts"),
        "Ironing is my yoga. Thirty shirts a day, folded or on hangers.",
        LATE_WEEK, (5, 5, 5),
    ),
    DemoProvider(
        "Daniel", "Frei", "Oerlikon Clean", ("8050", "8057"), ("Large loads", "Sportswear"),
        "Team kits, ski clothes, sleeping bags: what does not fit into your machine fits into mine.",
        WEEK, (4, 5, 3), instantly=False,
    ),
    DemoProvider(
        "Lea", "Burckhardt", "Rhywäsch", ("4051", "4052", "4001"), ("Express", "Same Day"),
        "In the old town of Basel since 2019. I carry the bags, you keep your Sunday.",
        LONG_WEEK, (5, 5, 4),
    ),
    DemoProvider(
        "Marco", "Sutter", "Gundeli Waschküche", ("4053", "4052"), ("Families", "Eco wash"),
        "A neighborhood laundry with soap from the region.", WEEK, (4, 5, 5),
    ),
    DemoProvider(
        "Fatima", "El Amrani", "Kleinbasel Frisch", ("4057", "4058"), ("Delicates", "Ironing"),
        "Hand wash, hand fold, and a note if a seam needs attention.",
        SHORT_WEEK, (5, 5), instantly=False,
    ),
    DemoProvider(
        "Simon", "Aebi", "Aare Wösch", ("3011", "3005", "3006"), ("Express", "Shirts"),
        "From the Matte up to the Kirchenfeld, by bike and by funicular.", LONG_WEEK, (5, 4, 5),
    ),
    DemoProvider(
        "Corinne", "Zbinden", "Länggass Laundry", ("3012", "3008"), ("Students", "Same Day"),
        "Half of the university wears what I washed. Fast, friendly, folded.", LATE_WEEK, (5, 5, 4),
    ),
    DemoProvider(
        "Beat", "Hofer", "Breitenrain Textil", ("3014", "3013"), ("Ironing", "Bed linen"),
        "Retired hotel launderer; the mangle came along.", SHORT_WEEK, (5, 4),
    ),
    DemoProvider(
        "Camille", "Rochat", "Blanchisserie des Pâquis", ("1201", "1202"), ("Express", "Delicates"),
        "A family business near the lake: washed in the morning, back in the evening.",
        EVERY_DAY, (5, 5, 4),
    ),
    DemoProvider(
        "Karim", "Haddad", "Propre Genève", ("1205", "1204", "1207"), ("Suits", "Same Day"),
        "For people in a hurry and in a suit.", WEEK, (4, 5, 4),
    ),
    DemoProvider(
        "Inês", "Ferreira", "Carouge Lavage", ("1227", "1205"), ("Families", "Eco wash"),
        "Big loads, small prices, Portuguese soap on request.", LONG_WEEK, (5, 5), instantly=False,
    ),
    DemoProvider(
        "Mathieu", "Favre", "Lavoir de Lausanne", ("1003", "1004", "1005"), ("Express", "Shirts"),
        "I know every staircase of this city, with and without laundry bags.", WEEK, (5, 4, 5),
    ),
    DemoProvider(
        "Julie", "Monnier", "Ouchy Pressing", ("1006", "1007"), ("Delicates", "Ironing"),
        "Sea air, silk and steam.", SHORT_WEEK, (5, 5),
    ),
    DemoProvider(
        "Thierry", "Blanc", "Flon Fresh", ("1003", "1018"), ("Students", "Same Day"),
        "Open late, for those who come home late.", LATE_WEEK, (4, 4, 5),
    ),
    DemoProvider(
        "Nadine", "Bucher", "Reuss Wäscherei", ("6003", "6004", "6005"), ("Express", "Bed linen"),
        "Ten minutes from the Chapel Bridge, and never a lost sock yet.", LONG_WEEK, (5, 5, 5),
    ),
    DemoProvider(
        "Pascal", "Odermatt", "Pilatus Clean", ("6005", "6010"), ("Sportswear", "Large loads"),
        "Mountain clothes, made waterproof again.", WEEK, (5, 4),
    ),
    DemoProvider(
        "Miriam", "Lang", "Würzenbach Wäscheservice", ("6006", "6004"), ("Families", "Ironing"),
        "Careful with colors, quick with baskets.", SHORT_WEEK, (4, 5), instantly=False,
    ),
    DemoProvider(
        "Urs", "Keel", "Stickerei-Wäscherei", ("9000", "9001"), ("Delicates", "Express"),
        "In the town of lace you learn to wash it.", LONG_WEEK, (5, 5, 4),
    ),
    DemoProvider(
        "Anja", "Rüegg", "Rosenberg Laundry", ("9000", "9010"), ("Same Day", "Shirts"),
        "Collected before the lecture, back after dinner.", LATE_WEEK, (5, 4, 5),
    ),
    DemoProvider(
        "Milan", "Jovanović", "Bruggen Waschtag", ("9014", "9000"), ("Large loads", "Eco wash"),
        "Rainwater, sunshine and a very large drum.", WEEK, (4, 5),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Customer:
    """A customer of the demonstration."""

    first_name: str
    last_name: str
    phone: str
    street: str
    email: str = ""

    @property
    def address(self) -> str:
        """The email address of the account."""
        return self.email or address_of(self.first_name, self.last_name)


CUSTOMERS = (
    Customer("Anna", "Keller", "+41 79 555 01 01", "Bahnhofstrasse 12, Zurich 8001", CUSTOMER_EMAIL),
    Customer("Tobias", "Huber", "+41 79 555 01 02", "Langstrasse 84, Zurich 8004"),
    Customer("Mira", "Schmid", "+41 79 555 01 03", "Seefeldstrasse 41, Zurich 8008"),
    Customer("David", "Moser", "+41 79 555 01 04", "Universitätstrasse 9, Zurich 8006"),
    Customer("Chloé", "Martin", "+41 79 555 01 05", "Rue du Rhône 30, Geneva 1204"),
    Customer("Stefan", "Graf", "+41 79 555 01 06", "Marktgasse 18, Bern 3011"),
    Customer("Laura", "Steiner", "+41 79 555 01 07", "Freie Strasse 27, Basel 4051"),
    Customer("Nicolas", "Dubois", "+41 79 555 01 08", "Rue de Bourg 11, Lausanne 1003"),
    Customer("Selina", "Arnold", "+41 79 555 01 09", "Pilatusstrasse 22, Lucerne 6003"),
    Customer("Fabian", "Eugster", "+41 79 555 01 10", "Multergasse 5, St. Gallen 9000"),
    Customer("Yannick", "Perret", "+41 79 555 01 11", "Rue de Carouge 45, Geneva 1205"),
    Customer("Katrin", "Wyss", "+41 79 555 01 12", "Gerechtigkeitsgasse 33, Bern 3011"),
    Customer("Patrick", "Vogt", "+41 79 555 01 13", "Steinenvorstadt 12, Basel 4051"),
    Customer("Manon", "Girard", "+41 79 555 01 14", "Avenue d'Ouchy 20, Lausanne 1006"),
    Customer("Remo", "Lustenberger", "+41 79 555 01 15", "Hertensteinstrasse 8, Lucerne 6004"),
    Customer("Vera", "Ammann", "+41 79 555 01 16", "Spisergasse 14, St. Gallen 9000"),
)

COMMENTS = {
    5: (
        "Picked up on the minute, and the shirts look new.",
        "Everything folded so neatly that I did not want to open the bag.",
        "Very friendly, rang before coming. Will book again.",
        "A red wine stain that I had given up on is simply gone.",
        "Fast, careful, no perfume smell. Perfect for our baby's clothes.",
        "Ordered in the morning, delivered the next evening. Great neighbor!",
        "Answered my message within a minute and found my missing sock.",
        "",
        "The best ironing I have had in this city.",
    ),
    4: (
        "Clean and well ironed; delivery came a little later than planned.",
        "Good work, friendly contact. One shirt needed a second go.",
        "All fine. A hanger for the blouse would have been nice.",
        "",
    ),
    3: ("Clean, but the bag was a bit damp. They apologised straight away.",),
}

ANSWER = "Thank you so much! It is a pleasure to wash for you."

CONVERSATION = (
    ("customer", "Hello Nora, the blue shirt has a coffee stain on the cuff. Could you have a look at it?"),
    ("provider", "Hi Anna, of course. I treat it before the wash, cuffs are my specialty."),
    ("customer", "Wonderful, thank you! Delivery tomorrow evening would be ideal."),
    ("provider", "That works. Everything is in the machine now."),
)

# For the operator's queues: a support request, a reported review, an application.
QUESTION = (
    "A button is missing",
    "The second button of my blue shirt was there when it was picked up, and now it is gone. Who asks?",
)
REPORT = "This guest has taken me for somebody else: I have never had a parcel of theirs."
ASKED_FOR = "The second page of your insurance certificate is missing. Please send both pages in one file."
REJECTED_FOR = (
    "Your insurance covers CHF 500,000; we need CHF 1,000,000. You may apply again with a higher cover."
)
EXPERIENCE = "Four years in the laundry of a hotel, and everything of a family of five at home."
