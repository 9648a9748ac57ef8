"""A stand-in for Google's sign-in on this machine: it hands out codes and exchanges them for tokens."""

import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from allauth.socialaccount.providers.google import views
from cryptography.hazmat.primitives.asymmetric import rsa

ISSUER = "https://accounts.google.com"
CLIENT_ID = "suuber"


class Google:
    """Serves the token address while it is entered."""

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.identities = {}
        google = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                identity = google.identities.pop(form.get("code", [""])[0], None)
                known = form.get("client_secret") == ["google-secret"] and "code_verifier" in form
                status, body = (400, {"error": "invalid_grant"})
                if identity is not None and known:
                    status, body = 200, google.tokens(identity)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def take_the_place_of_google(self, monkeypatch):
        address = f"http://127.0.0.1:{self.server.server_port}/token"
        monkeypatch.setattr(views.GoogleOAuth2Adapter, "access_token_url", address)

    def tokens(self, identity):
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": CLIENT_ID, "iat": now, "exp": now + 300} | identity
        return {
            "access_token": "token",
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": jwt.encode(claims, self.key, algorithm="RS256"),
        }

    def answer_to(self, address, **identity):
        """Return where Google sends the browser back to after somebody has agreed."""
        asked = parse_qs(urlsplit(address).query)
        code = secrets.token_urlsafe(8)
        claims = {"sub": "104", "email_verified": True, "given_name": "Anna"} | identity
        self.identities[code] = {name: value for name, value in claims.items() if value is not None}
        query = urlencode({"code": code, "state": asked["state"][0]})
        return f"{urlsplit(asked['redirect_uri'][0]).path}?{query}"
