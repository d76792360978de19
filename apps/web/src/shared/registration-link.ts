/** The address for inviting friends: a registration there counts for the user's invitation code. */
export function registrationLink(origin: string, extensionCode: string): string {
  return `${origin}/components/register?extension_code=${encodeURIComponent(extensionCode)}`;
}
