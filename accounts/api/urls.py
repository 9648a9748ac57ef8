"""API addresses of accounts."""

from django.urls import URLPattern, path

from accounts.api import notification_views, profile_views, session_views

urlpatterns: list[URLPattern] = [
    path("auth/session", session_views.SessionView.as_view()),
    path("auth/login", session_views.LoginView.as_view()),
    path("auth/register", session_views.RegisterView.as_view()),
    path("auth/logout", session_views.LogoutView.as_view()),
    path("profile", profile_views.ProfileView.as_view()),
    path("profile/password", profile_views.PasswordView.as_view()),
    path("addresses", profile_views.AddressesView.as_view()),
    path("addresses/<uuid:address_id>", profile_views.AddressView.as_view()),
    path("notifications", notification_views.NotificationsView.as_view()),
    path("notifications/read", notification_views.MarkReadView.as_view()),
]
