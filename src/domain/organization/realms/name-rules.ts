const MIN_LENGTH = 3
const MAX_LENGTH = 40

/** Returns why a realm cannot have this name in its host, as a message for the user who chooses the name. */
export function faultOfRealmName(name: string): string | undefined {
  if (name.length < MIN_LENGTH) return `Subdomain needs to have length ${MIN_LENGTH} or greater.`
  if (name.length > MAX_LENGTH) return `Subdomain cannot be longer than ${MAX_LENGTH} characters.`
  if (name.startsWith('-') || name.endsWith('-')) return "Subdomain cannot start or end with a '-'."
  return /^[a-z0-9-]+$/.test(name) ? undefined : "Subdomain can only have lowercase letters, numbers, and '-'s."
}
