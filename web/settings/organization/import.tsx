import { Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { importWords as words } from '../../words/en-import'
import { fetched } from '../fetched'
import { Part } from '../parts'

/** Whether the organization can be filled from an export of another server, and the way to the page that does it. */
export function Import() {
  const client = useClient()
  const { ask } = client
  const { value } = fetched(client, () => ask('GET /parley/import'))
  const obstacle = () => {
    const { has_messages, was_filled } = value() ?? {}
    if (was_filled) return words.wasFilled
    return has_messages ? words.hasMessages : undefined
  }
  return (
    <Part title={words.title} text={words.text}>
      <Show when={value()}>
        <Show
          when={obstacle()}
          fallback={
            <p>
              {/* The page needs no session. The client would lose its own. */}
              <a class="act strong" href="/?import">
                {words.choose}
              </a>
            </p>
          }
        >
          <p>{obstacle()}</p>
          <p class="quiet">{words.newOrganization}</p>
        </Show>
      </Show>
    </Part>
  )
}
