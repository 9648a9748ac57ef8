/** A stored number (E.164) as people read it: Swiss ones nationally, "079 123 45 67"; any other as it stands. */
export function shownPhone(phone: string): string {
  return phone.replace(/^\+41([1-9]\d)(\d{3})(\d{2})(\d{2})$/, "0$1 $2 $3 $4");
}

/** The address that dials a number. The server stores E.164; other blanks and brackets are the operators' own. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replace(/\(0\)|[^\d+]/g, "")}`;
}
