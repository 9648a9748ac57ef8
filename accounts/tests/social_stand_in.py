"""Stand-ins for the sign-in of Google and Apple: they hand out codes and exchange them for tokens."""

import functools
import html
import json
import secrets
import threading
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from allauth.socialaccount.providers.apple.views import AppleOAuth2Adapter
from allauth.socialaccount.providers.google import views
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa


def new_key() -> rsa.RSAPrivateKey:
    """Generate a key, which takes longer than most tests."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


# All issuers of a run share one key.
shared_key = functools.cache(new_key)


class Issuer(ABC):
    """An OpenID provider: serves the token endpoint and its keys while it is entered."""

    issuer: str
    client_id: str

    def __init__(self):
        self.key = shared_key()
        self.identities = {}
        issuer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                identity = issuer.identities.pop(form.get("code", [""])[0], None)
                if identity is not None and issuer.knows(form):
                    self.say(200, issuer.tokens(identity))
                else:
                    self.say(400, {"error": "invalid_grant"})

            def do_GET(self):
                page = issuer.page(self.path)
                if page is None:
                    self.say(200, issuer.public_keys())
                else:
                    self.send(200, page, "text/html; charset=utf-8")

            def say(self, status, body):
                self.send(status, json.dumps(body), "application/json")

            def send(self, status, body, content_type):
                self.send_response(status)
                self.send_header("Content-Type", content_type)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        # How often it checks for shutdown, in seconds.
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def address(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    @abstractmethod
    def knows(self, form):
        """Return whether the form proves that our server asks."""

    def page(self, path):
        """Return the HTML that a browser gets at a path; ``None`` for the keys."""
        return

    def public_keys(self):
        key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [key | {"kid": "1", "use": "sig", "alg": "RS256"}]}

    def id_token(self, identity):
        # Tokens are compared with the machine's clock, which a copy of the product may be ahead of.
        now = int(datetime.now(UTC).timestamp())  # noqa: TID251
        claims = {"iss": self.issuer, "aud": self.client_id, "iat": now, "exp": now + 300} | identity
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})

    def tokens(self, identity):
        return {
            "access_token": "token",
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": self.id_token(identity),
        }

    def code_for(self, identity):
        """Store an identity under a code for one exchange; claims that are ``None`` are left out."""
        code = secrets.token_urlsafe(8)
        self.identities[code] = {name: value for name, value in identity.items() if value is not None}
        return code


class Google(Issuer):
    """Responds in the query of the redirect."""

    issuer = "https://accounts.google.com"
    client_id = "suuber"

    def take_the_place_of_google(self, monkeypatch):
        monkeypatch.setattr(views.GoogleOAuth2Adapter, "access_token_url", self.address("/token"))

    def knows(self, form):
        return form.get("client_secret") == ["google-secret"] and "code_verifier" in form

    def answer_to(self, address, **identity):
        """Return the URL that Google redirects to after consent."""
        asked = parse_qs(urlsplit(address).query)
        code = self.code_for({"sub": "104", "email_verified": True, "given_name": "Anna"} | identity)
        query = urlencode({"code": code, "state": asked["state"][0]})
        return f"{urlsplit(asked['redirect_uri'][0]).path}?{query}"


class Apple(Issuer):
    """POSTs its response, gives the name once and beside the token, and takes a JWT as client secret."""

    issuer = "https://appleid.apple.com"
    client_id = "ch.suuber"

    def __init__(self):
        super().__init__()
        self.our_key = ec.generate_private_key(ec.SECP256R1())

    def settings(self):
        """Return the settings that Apple's developer pages give for an app."""
        pem = self.our_key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()
        app = {"client_id": self.client_id, "secret": "KEYID", "key": "TEAMID"}
        return {"apple": {"APPS": [app | {"settings": {"certificate_key": pem}}]}}

    def take_the_place_of_apple(self, monkeypatch):
        monkeypatch.setattr(AppleOAuth2Adapter, "authorize_url", self.address("/auth/authorize"))
        monkeypatch.setattr(AppleOAuth2Adapter, "access_token_url", self.address("/auth/token"))
        monkeypatch.setattr(AppleOAuth2Adapter, "public_key_url", self.address("/auth/keys"))

    def knows(self, form):
        try:
            claims = jwt.decode(
                form["client_secret"][0],
                self.our_key.public_key(),
                algorithms=["ES256"],
                audience=self.issuer,
                issuer="TEAMID",
            )
        except (KeyError, jwt.PyJWTError):
            return False
        return claims["sub"] == self.client_id and form["grant_type"] == ["authorization_code"]

    def answer_to(self, address, *, name=("Anna", "Muster"), **identity):
        """Return the form that Apple has the browser POST after consent."""
        asked = parse_qs(urlsplit(address).query)
        # Apple sends this boolean as a string.
        claims = {"sub": "001", "email_verified": "true"} | identity
        form = {"code": self.code_for(claims), "state": asked["state"][0], "id_token": self.id_token(claims)}
        if name is not None:
            form["user"] = json.dumps({"name": {"firstName": name[0], "lastName": name[1]}})
        return form

    def page(self, path):
        """Ask for an address at /auth/authorize; answer by a form that the browser posts, as Apple does."""
        address = urlsplit(path)
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        if address.path == "/auth/authorize":
            inputs = '<label>Apple ID <input name="email" type="email"></label>'
            buttons = '<button name="allow" value="yes">Continue</button><button>Cancel</button>'
            return _form("get", "/auth/answer", asked, inputs + buttons, title="Apple Account")
        if address.path != "/auth/answer":
            return None
        if "allow" in asked:
            fields = self.answer_to(path, email=asked["email"], sub=asked["email"])
        else:
            fields = {"error": "user_cancelled_authorize", "state": asked["state"]}
        send = "<script>document.forms[0].submit()</script>"
        return _form("post", asked["redirect_uri"], fields, send, title="Going back")


def _form(method, action, fields, rest, *, title):
    hidden = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
        for name, value in fields.items()
    )
    head = f'<!doctype html><html lang="en"><title>{title}</title><link rel="icon" href="data:,"><body>'
    return f'{head}<form method="{method}" action="{html.escape(action)}">{hidden}{rest}</form>'
