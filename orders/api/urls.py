"""API addresses of orders."""

from django.urls import URLPattern, path

from orders.api import (
    card_views,
    job_views,
    message_views,
    payment_views,
    recurring_views,
    review_views,
    views,
)

urlpatterns: list[URLPattern] = [
    path("orders", views.OrdersView.as_view()),
    path("orders/customer/<uuid:customer_id>", views.CustomerOrdersView.as_view()),
    path("orders/again", views.AgainView.as_view()),
    path("orders/<uuid:order_id>", views.OneOrderView.as_view()),
    path("orders/<uuid:order_id>/calendar.ics", views.CalendarView.as_view()),
    path("orders/<uuid:order_id>/again", views.OrderAgainView.as_view()),
    path("orders/<uuid:order_id>/alternatives", views.AlternativesView.as_view()),
    path("orders/<uuid:order_id>/reschedule", views.RescheduleView.as_view()),
    path("orders/<uuid:order_id>/status", views.StatusView.as_view()),
    path("orders/<uuid:order_id>/cancellation", views.CancellationView.as_view()),
    path("orders/<uuid:order_id>/messages", message_views.MessagesView.as_view()),
    path("orders/<uuid:order_id>/messages/read", message_views.MessagesReadView.as_view()),
    path("orders/<uuid:order_id>/rating", review_views.RatingView.as_view()),
    path("provider/orders", job_views.ProviderOrdersView.as_view()),
    path("provider/orders/history", job_views.ProviderHistoryView.as_view()),
    path("reviews", review_views.ReviewsView.as_view()),
    path("recurring-bookings", recurring_views.RecurringBookingsView.as_view()),
    path("recurring-bookings/first-pickup", recurring_views.FirstPickupView.as_view()),
    path(
        "recurring-bookings/customer/<uuid:customer_id>",
        recurring_views.CustomerRecurringBookingsView.as_view(),
    ),
    path("recurring-bookings/<uuid:booking_id>", recurring_views.OneRecurringBookingView.as_view()),
    path("recurring-bookings/<uuid:booking_id>/pause", recurring_views.PauseView.as_view()),
    path("recurring-bookings/<uuid:booking_id>/resume", recurring_views.ResumeView.as_view()),
    path(
        "recurring-bookings/<uuid:booking_id>/occurrences/<uuid:occurrence_id>/skip",
        recurring_views.SkipView.as_view(),
    ),
    path(
        "recurring-bookings/<uuid:booking_id>/occurrences/<uuid:occurrence_id>/move",
        recurring_views.MoveView.as_view(),
    ),
    path("skip-links/<str:token>", recurring_views.SkipLinkView.as_view()),
    path("create-payment-intent", payment_views.PaymentIntentView.as_view()),
    path("orders/<uuid:order_id>/payment-return", payment_views.PaymentReturnView.as_view()),
    path("payment-methods", card_views.PaymentMethodsView.as_view()),
    path("payment-methods/setup", card_views.PaymentMethodSetupView.as_view()),
    path("payment-methods/<uuid:card_id>", card_views.OnePaymentMethodView.as_view()),
    path("payment-methods/<uuid:card_id>/default", card_views.DefaultPaymentMethodView.as_view()),
    path("pay-links/<str:token>", card_views.PayLinkView.as_view()),
    path("pay-links/<str:token>/payment-intent", card_views.PayLinkIntentView.as_view()),
    path("pay-links/<str:token>/payment-return", card_views.PayLinkReturnView.as_view()),
    path("stripe/webhook", payment_views.StripeWebhookView.as_view()),
]
