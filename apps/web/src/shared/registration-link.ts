/** The address that one gives to friends: registering there counts for one's invitation code. */
export function registrationLink(origin: string, extensionCode: string): string {
  return `${origin}/components/register?extension_code=${encodeURIComponent(extensionCode)}`;
}
