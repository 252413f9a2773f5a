import { createSignal } from 'solid-js'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'

/** A sentence at the edge of the window. `undo` takes back what it says, and `action` does what it proposes. */
type Notice = { text: string; undo?: () => void; action?: { label: string; run: () => void } }

/** The sentence that the client shows at the edge of the window. */
export function createNotices() {
  const [notice, setNotice] = createSignal<Notice | undefined>()
  /** Shows why a request failed. */
  const report = (error: unknown): void =>
    void setNotice({ text: error instanceof Refusal ? error.message : words.unreachable })
  return { notice, setNotice, report }
}
