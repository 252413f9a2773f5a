import { report, setNotice } from '../app'
import { words as general } from '../words/en'
import { settingsWords as words } from '../words/en-settings'

/** A key that the server shows only once. */
export function Secret(props: { text: string; name: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(props.text)
      setNotice({ text: words.copied })
    } catch (error) {
      if (error instanceof DOMException) setNotice({ text: general.linkNotCopied })
      else report(error)
    }
  }
  return (
    <div role="group" aria-label={props.name}>
      <code class="secret">{props.text}</code>
      <p class="quiet">
        {words.keyOnce}{' '}
        <button class="act" onClick={() => void copy()}>
          {words.copy}
        </button>
      </p>
    </div>
  )
}
