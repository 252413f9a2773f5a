import type { Client } from '../client/client'
import type { Route } from '../routes/route'
import { laterWords } from '../words/en-later'

/** Copies the address of a view or of a message, and says so. */
export async function copyAddress({ hrefOf, setNotice }: Client, route: Route): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/${hrefOf(route)}`)
    setNotice({ text: laterWords.linkCopied })
  } catch {
    setNotice({ text: laterWords.linkNotCopied })
  }
}
