/**
 * A person in a text, by the email address that a service sent. Only the realm knows its users, so the text has the address
 * between two marks. The realm replaces it by the name of the user, if the sender can see one with this address.
 */
const [START, END] = ['\u{f0001}', '\u{f0002}']
const PERSON = new RegExp(`${START}([^${START}${END}]{1,320})${END}`, 'gu')

export const personWithEmail = (email: string): string => `${START}${email}${END}`

/** Returns the text with a name for each person. `nameOf` returns undefined for an address without a user. */
export const withPeople = (text: string, nameOf: (email: string) => string | undefined): string =>
  text.replaceAll(PERSON, (_, email: string) => nameOf(email) ?? email)
