"""Settings, read from the environment (``.env.example`` lists every variable).

A production start, which is any start without ``DEBUG`` and ``DEMO``, refuses what would be unsafe
with a sentence for each mistake.

They are in one file, by subject, so that there is one place to look for them.
"""

import os
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from marketplace import environment, logs
from marketplace.admin_site import theme
from marketplace.db import connections
from marketplace.files import location
from marketplace.http import openapi

BASE_DIR = Path(__file__).resolve().parent.parent

env = environment.read(Path(os.environ.get("ENV_FILE", BASE_DIR / ".env")))
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

# --- Kind of start ------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=False)
DEMO = env.bool("DEMO", default=False)
# pytest imports the settings before any conftest, so its presence is what marks a test run.
TESTING = env.bool("TESTING", default="pytest" in sys.modules)
PRODUCTION = not (DEBUG or DEMO or TESTING)

PORT = env.int("PORT", default=8000)
PUBLIC_URL = env.str("PUBLIC_URL", default=f"http://localhost:{PORT}").rstrip("/")
HTTPS = PUBLIC_URL.startswith("https://")

_INSECURE_KEY = "development-only-key-that-every-reader-of-the-source-knows"
SECRET_KEY = env.str("SECRET_KEY", default="" if PRODUCTION else _INSECURE_KEY)
# Former keys: what was signed or encrypted under them can still be read.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if PRODUCTION else ["*"])
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/").strip("/") + "/"

if PRODUCTION:
    environment.refuse_unsafe_start(
        env, secret_key=SECRET_KEY, allowed_hosts=ALLOWED_HOSTS, known=_INSECURE_KEY
    )
environment.refuse_in_production(env, demo=DEMO, debug=DEBUG, testing=TESTING)

# --- The product --------------------------------------------------------------------------------

PRODUCT_NAME = env.str("PRODUCT_NAME", default="Suuber")
MIN_PASSWORD_LENGTH = env.int("MIN_PASSWORD_LENGTH", default=6)
SUPPORT_EMAIL = env.str("SUPPORT_EMAIL", default="support@example.com")
SUPPORT_PHONE = env.str("SUPPORT_PHONE", default="+41 44 555 01 42")
# 0: nobody is emailed that support requests have come.
SUPPORT_DIGEST = env.bool("SUPPORT_DIGEST", default=True)
MAP_TILES_URL = env.str("MAP_TILES_URL", default="")
MAP_TILES_ATTRIBUTION = env.str("MAP_TILES_ATTRIBUTION", default="")
# 0: browsers that visit remove the service worker and all that it cached.
SERVICE_WORKER = env.bool("SERVICE_WORKER", default=True)
# Dotted path of a function that returns the current instant; empty: the real clock.
MOVABLE_CLOCK = (DEMO or TESTING) and env.bool("MOVABLE_CLOCK", default=False)
CLOCK = "demo.clock.now" if MOVABLE_CLOCK else ""

# Dotted path of a function that returns the ids for the scheduling demo; empty: there is no demo.
DEMO_IDS = "demo.people.main_ids" if DEMO else ""
# Dotted path of the URLconf for the demonstration and the tests only; empty: there is none.
DEMO_URLS = "demo.urls" if DEMO or TESTING else ""

# --- Django -------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.filters",
    "marketplace.admin_site.app_config.AdminSiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.apple",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "marketplace",
    "accounts",
    "providers",
    "scheduling",
    "orders",
]
if DEMO or TESTING:
    INSTALLED_APPS.append("demo")

MIDDLEWARE = [
    "marketplace.http.middleware.AccessLog",
    "django.middleware.security.SecurityMiddleware",
    "marketplace.http.middleware.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "marketplace.http.language.Language",
    "marketplace.http.middleware.LimitedWaiting",
    "marketplace.http.middleware.ApiFrame",
    "marketplace.http.middleware.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sign_in_steps.SecondFactor",
    "accounts.impersonated_calls.ImpersonatedCalls",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

# For Prometheus; without it there is no such page, and nothing is measured.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="the-token-of-the-tests" if TESTING else "")
if METRICS_TOKEN:
    MIDDLEWARE.insert(0, "marketplace.metrics.request_times.RequestTimes")

ROOT_URLCONF = "marketplace.urls"
APPEND_SLASH = False
ASGI_APPLICATION = "marketplace.asgi.application"
WSGI_APPLICATION = "marketplace.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Database: SQLite embedded, PostgreSQL in production ------------------------------------------

LOCK_WAIT_SECONDS = 3
DATABASES = {"default": connections.database(env, VAR_DIR, lock_wait_seconds=LOCK_WAIT_SECONDS)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }
    )
}

# --- Accounts -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "accounts.passwords.PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if TESTING:
    # Users are created in every test; hashing is tested where it matters.
    PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "accounts.passwords.LengthValidator",
        "OPTIONS": {"min_length": MIN_PASSWORD_LENGTH},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# Google and Apple sign-in have our own URLs (accounts.social_sign_in); each works when its keys are set.
SOCIALACCOUNT_ADAPTER = "accounts.social_adapters.SocialAccountAdapter"
ACCOUNT_ADAPTER = "accounts.social_adapters.AccountAdapter"
SOCIALACCOUNT_LOGIN_ON_GET = True
SOCIALACCOUNT_AUTO_SIGNUP = True
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
# Google's own addresses are allauth's; only the demonstration and the tests give others, of a stand-in.
_GOOGLE_STAND_IN = {
    "AUTHORIZE_URL": env.str("GOOGLE_AUTHORIZE_URL", default=""),
    "ACCESS_TOKEN_URL": env.str("GOOGLE_TOKEN_URL", default=""),
    "ID_TOKEN_ISSUER": env.str("GOOGLE_ISSUER", default=""),
}
if PRODUCTION:
    environment.refuse_standin_of_google(_GOOGLE_STAND_IN.values())
if env.str("GOOGLE_CLIENT_ID", default=""):
    SOCIALACCOUNT_PROVIDERS["google"] = {
        "SCOPE": ["openid", "email", "profile"],
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [{"client_id": env.str("GOOGLE_CLIENT_ID"), "secret": env.str("GOOGLE_CLIENT_SECRET")}],
        **{name: address for name, address in _GOOGLE_STAND_IN.items() if address},
    }
if env.str("APPLE_CLIENT_ID", default=""):
    SOCIALACCOUNT_PROVIDERS["apple"] = {
        "APPS": [
            {
                "client_id": env.str("APPLE_CLIENT_ID"),
                "secret": env.str("APPLE_KEY_ID"),
                "key": env.str("APPLE_TEAM_ID"),
                "settings": {"certificate_key": env.str("APPLE_PRIVATE_KEY", multiline=True)},
            }
        ]
    }
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"

# Passkeys and authenticator apps, for everybody (accounts.factors).
MFA_ADAPTER = "accounts.factors.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Operators need a passkey, or a code beside the password; the demonstration only offers it.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=not (DEMO or TESTING))
UNFOLD = theme.unfold(product_name=PRODUCT_NAME, admin_path=ADMIN_PATH)

# Over https the cookies carry the __Host- prefix, which browsers accept from this host alone; over
# plain http that prefix is not allowed.
_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
DEVICE_COOKIE_NAME = f"{_PREFIX}device"
CSRF_FAILURE_VIEW = "marketplace.web.pages.csrf_failure"

SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = ["security.W002"]  # X-Frame-Options: marketplace.http.middleware.SecurityHeaders
# The number of proxies in front that append to X-Forwarded-For; 0: the peer's address is the client's,
# and no header is trusted for the scheme.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
if HTTPS and TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Language and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# Every language with translations, by its own name; LANGUAGES says which are offered.
_TRANSLATED = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
_OFFERED = {LANGUAGE_CODE, *env.list("LANGUAGES", default=list(_TRANSLATED))}
LANGUAGES = [(code, name) for code, name in _TRANSLATED.items() if code in _OFFERED]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Zurich"
USE_I18N = True
FORMAT_MODULE_PATH = ["marketplace.web.formats"]
USE_TZ = True

# --- Retention of past data -------------------------------------------------------------------------

# Retention of rows that only look back; docs/operate.md says what a year of them weighs.
KEEP_WEBHOOK_EVENTS_DAYS = env.int("KEEP_WEBHOOK_EVENTS_DAYS", default=90)
KEEP_READ_NOTICES_DAYS = env.int("KEEP_READ_NOTICES_DAYS", default=365)
KEEP_DONE_MESSAGES_DAYS = env.int("KEEP_DONE_MESSAGES_DAYS", default=7)
KEEP_RESPONSES_DAYS = env.int("KEEP_RESPONSES_DAYS", default=30)
PACK_RESPONSES_AFTER_HOURS = env.int("PACK_RESPONSES_AFTER_HOURS", default=48)
# Days after which a time slot that was never booked is deleted.
KEEP_PAST_SLOTS_DAYS = env.int("KEEP_PAST_SLOTS_DAYS", default=30)

# Years until unused and closed accounts are erased; for orders, from their last day.
KEEP_ACCOUNTS_YEARS = env.int("KEEP_ACCOUNTS_YEARS", default=3)
KEEP_MESSAGE_PHOTOS_DAYS = env.int("KEEP_MESSAGE_PHOTOS_DAYS", default=365)
KEEP_ORDERS_YEARS = env.int("KEEP_ORDERS_YEARS", default=7)

# --- Files ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # whitenoise warns if it is missing
FRONTEND_DIST = Path(env.str("FRONTEND_DIST", default=str(BASE_DIR / "frontend" / "dist")))
STATICFILES_DIRS = [FRONTEND_DIST] if FRONTEND_DIST.is_dir() else []
MEDIA_ROOT = Path(env.str("MEDIA_ROOT", default=str(VAR_DIR / "media")))
WEB_APP_ROUTES = BASE_DIR / "frontend" / "src" / "app" / "routes.json"
# The first path segments that are no page of the web app's.
WEB_APP_NOT_PAGES = BASE_DIR / "frontend" / "src" / "lib" / "not-pages.json"
# A folder for each language; the server reads its JSON files.
WEB_APP_TEXTS = BASE_DIR / "frontend" / "src" / "i18n"
# When terms and privacy policy last changed.
WEB_APP_POLICIES = WEB_APP_TEXTS / "policies.json"
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # People's documents and photos: at no public URL, served only by views that check who asks.
    "private": location.private_storage(
        env.str("PRIVATE_STORAGE_URL", default=""),
        folder=MEDIA_ROOT / "private",
        credentials={
            "access_key": env.str("AWS_ACCESS_KEY_ID", default=""),
            "secret_key": env.str("AWS_SECRET_ACCESS_KEY", default=""),
        },
    ),
    "staticfiles": {"BACKEND": "marketplace.web.static_storage.StaticStorage"},
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG or TESTING
if WHITENOISE_USE_FINDERS:
    # Without collectstatic: files are served from their source folders, under their own names.
    STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
# Names with a content hash: the web app's main-CtgkPrac.js, Django's base.5a1b2c3d4e5f.css.
WHITENOISE_IMMUTABLE_FILE_TEST = r"/app/assets/.+-[\w-]{7,8}\.\w+$|\.[0-9a-f]{12}\.\w+$"
WHITENOISE_MAX_AGE = 3600
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites need none of our files
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
# Two for each row of a page of the back office that asks before it acts: a whole list of payouts has 500.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# --- API --------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["marketplace.http.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["marketplace.http.parsing.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "marketplace.http.schema.ApiSchema",
    "DEFAULT_THROTTLE_CLASSES": ["marketplace.http.throttling.AccountThrottle"],
    "EXCEPTION_HANDLER": "marketplace.http.exception_handler.handle_exception",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "marketplace.http.parsing.AnyAccept",
    "URL_FORMAT_OVERRIDE": None,
    "COERCE_DECIMAL_TO_STRING": True,
}
ACCOUNT_CALLS_PER_MINUTE = 1200
# Payment and skip links, per network address: many phones may share one.
LINK_READS_PER_MINUTE = 240
LINK_WRITES_PER_MINUTE = 30
# Passkey challenges and responses, per network address; a sign-in takes two.
PASSKEY_CALLS_PER_MINUTE = 60
# Of a network address on the ways to Google and Apple and back: each begins a session.
SOCIAL_CALLS_PER_MINUTE = 60
# Lists and pages of providers, which need no account, per network address.
LISTS_PER_MINUTE = 120
NEARBY_LISTS_PER_MINUTE = 600
PROVIDER_READS_PER_MINUTE = 1200
PLACES_PER_MINUTE = 600
# Bookings with one provider, paid or not, per network address.
PROVIDER_BOOKINGS_PER_HOUR = 20
# Per account.
MESSAGES_PER_MINUTE = 20
BOOKINGS_PER_HOUR = 60
ORDER_CHANGES_PER_HOUR = 600
UPLOADS_PER_HOUR = 120
SCHEDULE_CHANGES_PER_HOUR = 600
STORED_RESPONSES_PER_HOUR = 1_200
STRIPE_CALLS_PER_MINUTE = 30
CARD_SETUPS_PER_HOUR = 10
REVIEW_REPORTS_PER_HOUR = 10
EXPORTS_PER_HOUR = 10
PUSH_SUBSCRIPTIONS_PER_HOUR = 60
SPECTACULAR_SETTINGS = openapi.spectacular(product_name=PRODUCT_NAME)

# --- Payments -----------------------------------------------------------------------------------------

STRIPE_SECRET_KEY = env.str("STRIPE_SECRET_KEY", default="")
STRIPE_PUBLISHABLE_KEY = env.str("STRIPE_PUBLISHABLE_KEY", default="")
STRIPE_WEBHOOK_SECRET = env.str("STRIPE_WEBHOOK_SECRET", default="")
# Stripe's API; only the demonstration and the tests use another.
STRIPE_API_BASE = env.str("STRIPE_API_BASE", default="https://api.stripe.com")
STRIPE_SCRIPT_URL = env.str("STRIPE_SCRIPT_URL", default="https://js.stripe.com/v3/")
# In the background each call waits this long for a response, and the SDK retries it under the same
# idempotency key; while somebody waits for a page, all calls together have the time below, and only one whose
# connection ended before the response is retried, once.
STRIPE_TIMEOUT_SECONDS = env.float("STRIPE_TIMEOUT_SECONDS", default=20.0)
STRIPE_NETWORK_RETRIES = 2
# Seconds a request may wait for other services in total; its own work comes on top.
REQUEST_WAITS_SECONDS = 7.0
# How many days back the nightly comparison with Stripe looks.
COMPARE_DAYS = env.int("COMPARE_DAYS", default=30)
if PRODUCTION and STRIPE_SECRET_KEY:
    environment.refuse_mixed_payments(
        secret_key=STRIPE_SECRET_KEY, publishable_key=STRIPE_PUBLISHABLE_KEY, api_base=STRIPE_API_BASE
    )
# Whether providers may be paid by transfers to their Stripe account; its webhooks have a signing secret of
# their own.
STRIPE_CONNECT = env.bool("STRIPE_CONNECT", default=False)
STRIPE_CONNECT_WEBHOOK_SECRET = env.str("STRIPE_CONNECT_WEBHOOK_SECRET", default="")
# The account that pays providers: its holder, and its IBAN without blanks.
PLATFORM_BANK_HOLDER = env.str("PLATFORM_BANK_HOLDER", default=f"{PRODUCT_NAME} AG" if DEMO else "")
PLATFORM_BANK_IBAN = env.str("PLATFORM_BANK_IBAN", default="CH5604835012345678009" if DEMO else "")
# Who runs the site: the address in one line, and the VAT number if any; for invoices and the imprint.
PLATFORM_ADDRESS = env.str("PLATFORM_ADDRESS", default="Bahnhofstrasse 1, 8001 Zürich" if DEMO else "")
PLATFORM_VAT_NUMBER = env.str("PLATFORM_VAT_NUMBER", default="")
# VAT rate in percent on receipts and invoices, for those who are registered.
VAT_PERCENT = Decimal(env.str("VAT_PERCENT", default="8.1"))
TEST_PAYMENTS = env.bool("TEST_PAYMENTS", default=False)

# --- Work in the background -----------------------------------------------------------------------------

CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
if TESTING:
    CELERY_BROKER_URL = "memory://"
elif REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    # A broker that is down must not delay a request: the rows are swept later.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
        # Seconds after which Redis redelivers a task: more than any may run (marketplace.celery.LIMITS).
        "visibility_timeout": 4 * 3600,
    }
else:
    _queue = VAR_DIR / "queue"
    CELERY_BROKER_URL = "filesystem://localhost"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "control_folder": str(_queue / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# For as long as the broker is away: after Celery's hundred attempts (47 minutes) workers ended for good.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "Europe/Zurich"
# Workers log through our handlers, which mask secrets.
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- Email -----------------------------------------------------------------------------------------------

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# Seconds per response of the mail server: one that accepts and then hangs must not delay other emails.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"{PRODUCT_NAME} <noreply@example.com>")

# --- Notifications on devices (web push) ------------------------------------------------------------

# Signs pushes; without it nobody is offered notifications on a device.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
# The contact for push services if something is wrong with our pushes.
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{SUPPORT_EMAIL}")
# Allowed push services: Chrome and its kin, Firefox, Safari, Edge. Nothing is sent anywhere else.
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "*.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    ],
)
if PRODUCTION:
    environment.refuse_standin_of_push(PUSH_SERVICES)
# Seconds per response of a push service.
PUSH_TIMEOUT_SECONDS = 10.0

# --- Logs ---------------------------------------------------------------------------------------------------

LOGGING = logs.configuration(level=env.str("LOG_LEVEL", default="INFO").upper())
