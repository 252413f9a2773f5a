/** A user has at most this many known devices. One more forgets the one whose last login is oldest. */
export const MAX_KNOWN_DEVICES = 50
/** A device that was not used for so long is unknown again. */
export const KNOWN_FOR_DAYS = 180
const MAX_PROGRAM_LENGTH = 60

/**
 * Returns the device of a login, as it is compared: the program and the network. Many users have the same browser, so the network
 * must be the same, too: a thief seldom shares it.
 */
export const deviceOf = (program: string, address: string): string =>
  `${program.slice(0, MAX_PROGRAM_LENGTH)} at ${networkOf(address)}`

/** Returns the network of an address: a user keeps it for longer than the address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.')
  const [head = ''] = address.split('::')
  return [...head.split(':'), '0', '0', '0'].slice(0, 3).join(':')
}
