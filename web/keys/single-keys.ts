const NAME = 'parley-single-keys'

/** Whether this browser ignores shortcuts of a single character. */
export const areSingleKeysOff = (): boolean => localStorage.getItem(NAME) === 'off'

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
