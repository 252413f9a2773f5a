import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { CustomProfileField } from '../../client-state/wire'
import { Avatar } from '../parts/avatar'
import { lazyView } from '../parts/lazy'
import { sendFile } from '../wire/form'
import { settingsWords as words } from '../words/en-settings'
import { SettingControl } from './control'
import { Part } from './parts'
import { ProfileField } from './profile-field'
import { saveUserSetting } from './preferences'

const Crop = lazyView(async () => (await import('./crop-dialog')).CropDialog)

/** What others see of the user: picture, name, and the fields of the organization. */
export function Profile() {
  const client = useClient()
  const { store, userOf, watch } = client
  const fields = (): CustomProfileField[] => {
    watch('people')
    return store.state.custom_profile_fields ?? []
  }
  const own = () => userOf(store.state.user_id)
  const name = () => {
    watch('people')
    return store.state.full_name
  }
  const mayRename = () => !store.state.realm_name_changes_disabled || store.state.is_admin
  return (
    <>
      <Part title={words.picture} text={words.pictureText}>
        <Picture />
      </Part>
      <Part title={words.fullName.name}>
        <SettingControl
          line={{ kind: 'text', most: 100 }}
          words={words.fullName}
          value={name()}
          isDisabled={!mayRename()}
          save={(value) => saveUserSetting(client, 'full_name', value)}
        />
      </Part>
      <Show when={fields().length > 0}>
        <Part title={words.moreFields}>
          <For each={fields()}>
            {(field) => <ProfileField field={field} value={own()?.profile_data?.[field.id]?.value ?? ''} />}
          </For>
        </Part>
      </Show>
    </>
  )
}

function Picture() {
  const client = useClient()
  const { ask, report, store, watch } = client
  let input!: HTMLInputElement
  const [file, setFile] = createSignal<File>()
  const hasOwn = () => {
    watch('people')
    return store.state.avatar_source === 'U'
  }
  async function upload(picture: Blob) {
    setFile(undefined)
    await sendFile(client, 'POST /users/me/avatar', picture).catch(report)
  }
  return (
    <div class="own-picture">
      <Avatar user_id={store.state.user_id} />
      <Show when={!store.state.realm_avatar_changes_disabled || store.state.is_admin}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={() => {
            setFile(input.files?.[0])
            input.value = ''
          }}
        />
        <button class="act strong" onClick={() => input.click()}>
          {words.choosePicture}
        </button>
        <Show when={hasOwn()}>
          <button class="act" onClick={() => void ask('DELETE /users/me/avatar').catch(report)}>
            {words.removePicture}
          </button>
        </Show>
      </Show>
      <Show when={file()} keyed>
        {(chosen) => <Crop file={chosen} use={(picture) => void upload(picture)} close={() => setFile(undefined)} />}
      </Show>
    </div>
  )
}
