import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type ServiceType = Schemas["ServiceType"];
export type OrderStatus = Schemas["OrderStatus"];
export type PaymentStatus = Schemas["PaymentStatus"];
export type SlotType = Schemas["SlotType"];
export type ErrorBody = Schemas["Error"];
export type User = Schemas["User"];
export type Session = Schemas["Session"];
export type AuthSuccess = Schemas["AuthSuccess"];
export type Config = Schemas["Config"];
export type Prices = Schemas["Prices"];
export type Provider = Schemas["Provider"];
export type ProviderDetails = Schemas["ProviderDetails"];
export type Review = Schemas["Review"];
export type TimeSlot = Schemas["TimeSlot"];
export type TimelineStep = Schemas["TimelineStep"];
export type Order = Schemas["Order"];
export type OrderCreate = Schemas["OrderCreate"];
export type CancellationPreview = Schemas["CancellationPreview"];
export type Address = Schemas["Address"];
export type Message = Schemas["Message"];
export type Notification = Schemas["Notification"];
export type NotificationList = Schemas["NotificationList"];
export type PaymentIntent = Schemas["PaymentIntent"];
