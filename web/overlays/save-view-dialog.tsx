import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import type { Route } from '../routes/route'
import { SettingsForm, textOf } from '../settings/parts'
import { overlayWords } from '../words/en-overlays'
import { settingsWords as words } from '../words/en-settings'
import { CheckField, TextField } from '../settings/form-fields'

const MAX_NAME = 100

/** Saves a place or a search under a name. */
export function SaveViewDialog(props: { route: Route; name: string; close: () => void }) {
  const { ask, hrefOf, setNotice } = useClient()
  async function save(fields: FormData) {
    await ask('POST /navigation_views', {
      fragment: hrefOf(props.route).slice(1),
      name: textOf(fields, 'name'),
      is_pinned: fields.has('pinned'),
    })
    setNotice({ text: words.viewSaved })
    props.close()
  }
  return (
    <Dialog title={overlayWords.saveView} close={props.close}>
      <SettingsForm button={words.save} submit={save}>
        <TextField label={words.viewName} name="name" most={MAX_NAME} value={props.name.slice(0, MAX_NAME)} />
        <CheckField label={words.pinned} name="pinned" isChecked />
      </SettingsForm>
    </Dialog>
  )
}
