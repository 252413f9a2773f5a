import { useClient } from '../client/use-client'
import { settingsWords as words } from '../words/en-settings'
import { copyText } from './copy-text'

/** A key that the server shows only once. */
export function Secret(props: { text: string; name: string }) {
  const client = useClient()
  return (
    <div role="group" aria-label={props.name}>
      <code class="secret">{props.text}</code>
      <p class="quiet">
        {words.keyOnce}{' '}
        <button class="act" onClick={() => void copyText(client, props.text)}>
          {words.copy}
        </button>
      </p>
    </div>
  )
}
