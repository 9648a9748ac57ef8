"""API addresses of orders."""

from django.urls import URLPattern, path

from orders.api import cards, payments, recurring, views

urlpatterns: list[URLPattern] = [
    path("orders", views.OrdersView.as_view()),
    path("orders/customer/<uuid:customer_id>", views.CustomerOrdersView.as_view()),
    path("orders/<uuid:order_id>", views.OneOrderView.as_view()),
    path("orders/<uuid:order_id>/reschedule", views.RescheduleView.as_view()),
    path("orders/<uuid:order_id>/status", views.StatusView.as_view()),
    path("orders/<uuid:order_id>/cancellation", views.CancellationView.as_view()),
    path("orders/<uuid:order_id>/messages", views.MessagesView.as_view()),
    path("orders/<uuid:order_id>/rating", views.RatingView.as_view()),
    path("provider/orders", views.ProviderOrdersView.as_view()),
    path("reviews", views.ReviewsView.as_view()),
    path("recurring-bookings", recurring.RecurringBookingsView.as_view()),
    path("recurring-bookings/customer/<uuid:customer_id>", recurring.CustomerRecurringBookingsView.as_view()),
    path("recurring-bookings/<uuid:booking_id>", recurring.OneRecurringBookingView.as_view()),
    path("recurring-bookings/<uuid:booking_id>/pause", recurring.PauseView.as_view()),
    path("recurring-bookings/<uuid:booking_id>/resume", recurring.ResumeView.as_view()),
    path(
        "recurring-bookings/<uuid:booking_id>/occurrences/<uuid:occurrence_id>/skip",
        recurring.SkipView.as_view(),
    ),
    path(
        "recurring-bookings/<uuid:booking_id>/occurrences/<uuid:occurrence_id>/move",
        recurring.MoveView.as_view(),
    ),
    path("skip-links/<str:token>", recurring.SkipLinkView.as_view()),
    path("create-payment-intent", payments.PaymentIntentView.as_view()),
    path("orders/<uuid:order_id>/payment-return", payments.PaymentReturnView.as_view()),
    path("payment-methods", cards.PaymentMethodsView.as_view()),
    path("payment-methods/setup", cards.PaymentMethodSetupView.as_view()),
    path("payment-methods/<uuid:card_id>", cards.OnePaymentMethodView.as_view()),
    path("payment-methods/<uuid:card_id>/default", cards.DefaultPaymentMethodView.as_view()),
    path("pay-links/<str:token>", cards.PayLinkView.as_view()),
    path("pay-links/<str:token>/payment-intent", cards.PayLinkIntentView.as_view()),
    path("pay-links/<str:token>/payment-return", cards.PayLinkReturnView.as_view()),
    path("stripe/webhook", payments.StripeWebhookView.as_view()),
]
