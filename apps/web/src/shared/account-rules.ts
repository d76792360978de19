const LENGTH = /^.{6,16}$/u;

/** 6 to 16 characters with letters and digits both: what the server asks for, said before it is asked. */
export function isAllowedPassword(password: string): boolean {
  return LENGTH.test(password) && /[A-Za-z]/.test(password) && /\d/.test(password);
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
