"""The permission matrix of providers, their schedules and applications.

The actors are those of :mod:`marketplace.tests.matrix_rows`, the data is described in ``matrix_table``.
"""

from marketplace.tests.matrix_bodies import EVENING, PERSONAL, WINDOW
from marketplace.tests.matrix_rows import Row

PROVIDERS = [
    # --- providers and their schedules
    Row("GET", "/api/localities", "200 200 200 200 200 200", keys="Locality", query="q=zur"),
    Row("GET", "/api/providers", "200 200 200 200 200 200", keys="ListedProvider"),
    Row("GET", "/api/providers/8001", "200 200 200 200 200 200", keys="ListedProvider"),
    Row("GET", "/api/providers/details/{salon}", "200 200 200 200 200 200", keys="ProviderDetails"),
    Row("GET", "/api/favourites", "401 200 200 200 200 200", keys="Favourite"),
    Row("PUT", "/api/favourites/{salon}", "401 204 204 204 204 204"),
    Row("DELETE", "/api/favourites/{salon}", "401 204 204 204 204 204"),
    # --- applications: bruno and emil work already
    Row("GET", "/api/provider-application", "401 200 200 200 200 200", keys="Application"),
    Row(
        "PUT", "/api/provider-application", "401 200 200 409 409 200", {"personalInfo": PERSONAL},
        keys="Application",
    ),
    Row("POST", "/api/provider-application/submit", "401 400 400 409 409 400"),
    Row("POST", "/api/provider-application/again", "401 409 409 409 409 409"),
    # A document is not JSON; the tests of documents cover who may upload one.
    Row(
        "PUT", "/api/provider-application/documents/references", "415 415 415 415 415 415", {"file": "x"},
        csrf=False,
    ),
    Row("DELETE", "/api/provider-application/documents/references", "401 204 204 409 409 204"),
    Row(
        "GET", "/api/provider-application/documents/{document}", "401 404 404 404 200 200",
        staff="404 200 404 404",
    ),
    # --- what providers set of themselves
    Row("GET", "/api/provider/settings", "401 403 403 200 200 403", keys="ProviderSettings"),
    Row(
        "PATCH", "/api/provider/settings", "401 403 403 200 200 403", {"lateFeePercent": 20},
        keys="ProviderSettings",
    ),
    # A photo is not JSON; its own tests cover who may upload one.
    Row("PUT", "/api/provider/photo", "415 415 415 415 415 415", {"file": "x"}, csrf=False),
    Row("DELETE", "/api/provider/photo", "401 403 403 200 200 403", keys="ProviderSettings"),
    Row(
        "POST", "/api/provider/reviews/{review}/answer", "401 404 404 200 404 404", {"answer": "Thanks."},
        keys="Review",
    ),
    Row(
        "POST", "/api/reviews/{review}/report", "401 201 201 409 201 201", {"reason": "untrue"},
        keys="ReviewReport",
    ),
    Row(
        "GET", "/api/time-slots", "200 200 200 200 200 200", keys="TimeSlot",
        query="providerId={salon}&startDate={later_date}&endDate={later_date}",
    ),
    Row(
        "POST", "/api/generate-time-slots", "401 404 404 200 404 200", keys="Generated",
        body={"providerId": "{salon}", "startDate": "{later_date}", "endDate": "{later_date}"},
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/time-slots", "401 404 404 201 404 201", keys="TimeSlot",
        body={"providerId": "{salon}", "maxBookings": 2} | EVENING,
        staff="403 201 404 404",
    ),
    Row(
        "GET", "/api/provider-schedules/{salon}", "401 404 404 200 404 200", keys="ProviderSchedule",
        staff="200 200 404 404",
    ),
    Row(
        "POST", "/api/provider-schedules", "401 404 404 201 404 201", keys="ProviderScheduleAdded",
        body={"providerId": "{salon}"} | WINDOW,
        staff="403 201 404 404",
    ),
    Row("GET", "/api/provider/week", "401 403 403 200 200 403", keys="Week"),
    Row(
        "GET", "/api/provider/week", "401 404 404 200 404 200", query="providerId={salon}", keys="Week",
        staff="200 200 404 404",
    ),
    Row(
        "PUT", "/api/provider/week", "401 404 404 200 404 200", {"windows": [WINDOW]}, keys="Week",
        query="providerId={salon}",
        staff="403 200 404 404",
    ),
    Row("PUT", "/api/provider/week", "401 403 403 200 200 403", {"windows": [WINDOW]}, keys="Week"),
    Row(
        "GET", "/api/provider/days-off", "401 404 404 200 404 200", query="providerId={salon}", keys="DayOff",
        staff="200 200 404 404",
    ),
    Row(
        "POST", "/api/provider/days-off", "401 404 404 201 404 201", {"startDate": "{later_date}"},
        query="providerId={salon}", keys="DayOffChanged",
        staff="403 201 404 404",
    ),
    Row(
        "DELETE", "/api/provider/days-off/{day_off}", "401 404 404 200 404 200", keys="DayOffChanged",
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/provider/pause", "401 404 404 200 404 200", {"until": None},
        query="providerId={salon}", keys="Week",
        staff="403 200 404 404",
    ),
    Row(
        "POST", "/api/provider/resume", "401 404 404 409 404 409", query="providerId={salon}",
        staff="403 409 404 404",
    ),
]  # fmt: skip
