import type { Client } from '../client/client'
import { laterWords } from '../words/en-later'
import { settingsWords as words } from '../words/en-settings'

/** Copies a text, and says whether that worked: a browser may not allow it. */
export async function copyText({ report, setNotice }: Client, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    setNotice({ text: words.copied })
  } catch (error) {
    if (error instanceof DOMException) setNotice({ text: laterWords.linkNotCopied })
    else report(error)
  }
}
