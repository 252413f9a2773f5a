import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { agoText } from '../parts/time'
import { laterWords } from '../words/en-later'
import { settingsWords as words } from '../words/en-settings'
import { fetched } from './fetched'
import { Part } from './parts'

type Session = {
  session_id: number
  browser: string | null
  operating_system: string | null
  network_address: string
  last_used: number
  is_current: boolean
}

/** The browsers in which the user is logged in. Each can be logged out here. */
export function Sessions() {
  const client = useClient()
  const { ask, report, setNotice } = client
  const { value, refresh } = fetched(
    client,
    async (): Promise<Session[]> => (await ask('GET /parley/sessions')).sessions,
  )
  const end = (session_id: number) =>
    ask('DELETE /parley/sessions/:session_id', { session_id }).then(refresh).catch(report)
  async function endOthers() {
    await ask('POST site:/json/logout', { parley_others: true })
    setNotice({ text: words.othersLoggedOut })
    await refresh()
  }
  return (
    <Part title={words.sessions}>
      <ul class="items">
        <For each={value() ?? []}>
          {(session) => (
            <li>
              <div class="grow">
                <b>{[session.browser ?? words.unknownBrowser, session.operating_system].filter(Boolean).join(', ')}</b>
                <p class="quiet">
                  {session.is_current ? words.thisSession : words.lastUsed(agoText(session.last_used))}
                  {' · '}
                  {session.network_address}
                </p>
              </div>
              <Show when={!session.is_current}>
                <button class="act" onClick={() => void end(session.session_id)}>
                  {words.logOutThere}
                </button>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <Show when={(value()?.length ?? 0) > 1}>
        <button class="act" onClick={() => void endOthers().catch(report)}>
          {words.logOutOthers}
        </button>
      </Show>
      <a class="act" href="/organizations">
        {laterWords.organizations}
      </a>
    </Part>
  )
}
