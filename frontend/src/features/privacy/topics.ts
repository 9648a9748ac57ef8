import { BarChart3, Bell, MapPin, Megaphone, Share2 } from "lucide-react";

/** The privacy settings with their defaults (specification point 2). */
export const TOPICS = [
  { name: "analytics", Icon: BarChart3, isOn: true },
  { name: "marketing", Icon: Megaphone, isOn: false },
  { name: "notifications", Icon: Bell, isOn: true },
  { name: "locationTracking", Icon: MapPin, isOn: true },
  { name: "dataSharing", Icon: Share2, isOn: false },
] as const;
