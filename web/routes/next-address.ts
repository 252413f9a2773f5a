import type { Address } from '../wire/environment'

/** Calls `changed` after the next change of the address. */
export function onNextAddress(address: Address, changed: () => void): void {
  const once = new AbortController()
  address.listen(() => {
    once.abort()
    changed()
  }, once.signal)
}
