// The address holds two places: `#inbox?beside=narrow/channel/2-design` shows a channel beside the inbox.

const MARK = '?beside='

/** Returns the address of the second pane, without `#`, or nothing. */
export const besideOf = (hash: string): string => hash.split(MARK)[1] ?? ''

/** Returns an address with what is beside its place. `besideOf` returns it again. */
export const withBeside = (hash: string, beside: string): string => hash + (beside && MARK + beside)
