import { Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { CustomEmoji } from '../../../client-state/wire'
import { sendFile } from '../../wire/form'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt } from '../fetched'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
import { isPermitted } from './own-permissions'
import { TextField } from '../form-fields'

/** The emoji that the organization has added. */
export function Emoji() {
  const client = useClient()
  const { ask, names, store, watch } = client
  const emoji = (): CustomEmoji[] => {
    watch('realm')
    return Object.values(store.state.realm_emoji).filter(({ deactivated }) => !deactivated)
  }
  return (
    <>
      <Part title={words.sections['organization/emoji']}>
        <Items of={emoji()} none={words.noEmoji}>
          {({ name, source_url, author_id }) => (
            <li>
              <img src={source_url} alt="" loading="lazy" />
              <div class="grow">
                <b>:{name}:</b>
                <p class="quiet">{author_id === null ? '' : words.addedBy(names.user(author_id))}</p>
              </div>
              <Show when={store.state.is_admin || author_id === store.state.user_id}>
                <RemoveButton
                  name={name}
                  remove={() => attempt(client, ask('DELETE /realm/emoji/:emoji_name', { emoji_name: name }))}
                />
              </Show>
            </li>
          )}
        </Items>
      </Part>
      <Show when={isPermitted(client, 'can_add_custom_emoji_group')}>
        <Part title={words.newEmoji}>
          <SettingsForm
            button={settingsWords.add}
            submit={async (fields, form) => {
              const file = fields.get('file')
              const name = textOf(fields, 'name').toLowerCase()
              if (file instanceof File)
                await sendFile(client, 'POST /realm/emoji/:emoji_name', file, { emoji_name: name })
              form.reset()
            }}
          >
            <TextField label={words.emojiName} name="name" most={100} />
            <label>
              {words.emojiFile}
              <input name="file" type="file" accept="image/*" required />
            </label>
          </SettingsForm>
        </Part>
      </Show>
    </>
  )
}
