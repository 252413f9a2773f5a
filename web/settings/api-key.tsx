import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { settingsWords as words } from '../words/en-settings'
import { Secret } from './secret'

/** A key of the API, and the file with which the programs for Zulip use it. The address of a new bot may arrive after its key. */
export function ApiKey(props: { api_key: string; email: string | undefined }) {
  const { store } = useClient()
  const file = () => `[api]\nemail=${props.email}\nkey=${props.api_key}\nsite=${store.state.realm_url}\n`
  return (
    <>
      <Secret text={props.api_key} name={words.apiKey} />
      <Show when={props.email}>
        <p>
          <a class="act" download="zuliprc" href={`data:application/octet-stream,${encodeURIComponent(file())}`}>
            {words.zuliprc}
          </a>
        </p>
      </Show>
    </>
  )
}
