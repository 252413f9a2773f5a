import type { Writable } from '../routes/route'

/** What the user has written to a conversation and not sent. In a channel, `topic` is the name of the new topic. */
export type Draft = {
  route: Writable
  text: string
  topic: string
  caret: number
  /** The id of the server's copy. */
  id?: number
  /** Seconds since 1970. */
  timestamp: number
  /** Whether the server's copy is older. */
  isChanged: boolean
}

/** The drafts that this browser keeps, by the key of their conversation. `changed` tells what another tab wrote. */
export function createStoredDrafts(storage: Storage, signal: AbortSignal, changed: (key: string) => void) {
  let prefix = ''

  function read(key: string): Draft | undefined {
    const draft: Draft | null = JSON.parse(storage.getItem(`${prefix}${key}`) ?? 'null')
    return draft ?? undefined
  }

  function storedElsewhere({ key }: StorageEvent) {
    if (prefix !== '' && key?.startsWith(prefix)) changed(key.slice(prefix.length))
  }
  globalThis.addEventListener('storage', storedElsewhere, { signal })

  return {
    /** Drafts belong to one user. Another user of this browser does not see them. */
    belongTo(user_id: number) {
      prefix = `draft/${user_id}/`
    },
    read,
    keep(key: string, draft: Draft) {
      storage.setItem(`${prefix}${key}`, JSON.stringify(draft))
    },
    remove(key: string) {
      storage.removeItem(`${prefix}${key}`)
    },
    all(): [key: string, draft: Draft][] {
      return Object.keys(storage).flatMap((name) => {
        if (prefix === '' || !name.startsWith(prefix)) return []
        const key = name.slice(prefix.length)
        const draft = read(key)
        return draft === undefined ? [] : [[key, draft]]
      })
    },
  }
}
