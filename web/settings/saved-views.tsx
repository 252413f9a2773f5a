import { createMemo, createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { NavigationView } from '../../client-state/wire'
import { savedViews } from '../store/saved-views'
import { settingsWords as words } from '../words/en-settings'
import { attempt } from './fetched'
import { ChangeButton, Part, RemoveButton, SettingsForm, StoredItems, textOf } from './parts'
import { TextField } from './form-fields'

const MAX_NAME = 100

/** The places and searches that the user saved. Those that are pinned are in the list of places. */
export function SavedViews() {
  const { store, watch } = useClient()
  // Copies, because the store changes its own objects in place.
  const views = createMemo(() => {
    watch('views')
    return savedViews(store.state).map((view) => ({ ...view }))
  })
  return (
    <Part title={words.views} text={words.viewsText}>
      <StoredItems of={views()} keyOf={({ fragment }) => fragment} none={words.noViews}>
        {(view) => <SavedView view={view()} />}
      </StoredItems>
    </Part>
  )
}

function SavedView(props: { view: NavigationView }) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { fragment } = props.view
  return (
    <li class="person-row">
      <div class="grow">
        <a href={`#${props.view.fragment}`} dir="auto">
          {props.view.name}
        </a>
        <Show when={isOpen()}>
          <SettingsForm
            button={words.save}
            submit={(fields) => ask('PATCH /navigation_views/:fragment+', { fragment, name: textOf(fields, 'name') })}
          >
            <TextField label={words.viewName} name="name" most={MAX_NAME} value={props.view.name ?? ''} />
          </SettingsForm>
        </Show>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          class="switch"
          aria-label={`${words.pinned}: ${props.view.name}`}
          checked={props.view.is_pinned}
          onChange={({ currentTarget }) =>
            void attempt(
              client,
              ask('PATCH /navigation_views/:fragment+', { fragment, is_pinned: currentTarget.checked }),
            )
          }
        />
        {words.pinned}
      </label>
      <ChangeButton name={props.view.name ?? ''} isOpen={isOpen()} setOpen={setOpen} />
      <RemoveButton
        name={props.view.name ?? ''}
        remove={() => attempt(client, ask('DELETE /navigation_views/:fragment+', { fragment }))}
      />
    </li>
  )
}
