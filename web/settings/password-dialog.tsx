import { createSignal } from 'solid-js'
import { Dialog } from '../parts/dialog'
import { ask } from '../wire/requests'
import { settingsWords as words } from '../words/en-settings'
import { SettingsForm, typedIn } from './parts'

type Wish = { title: string; run: () => Promise<unknown> }

const [wish, setWish] = createSignal<Wish>()
export { wish }

/** Asks for the password, and then makes a change for which the server wants a recent login. */
export const withPassword = (run: () => Promise<unknown>, title = words.confirmPassword): void =>
  void setWish({ title, run })

export function PasswordDialog(props: { wish: Wish }) {
  const close = () => setWish(undefined)
  return (
    <Dialog title={props.wish.title} close={close}>
      <SettingsForm
        button={words.goOn}
        submit={async (fields) => {
          await ask('POST /parley/sessions/confirm', { password: typedIn(fields, 'password') })
          await props.wish.run()
          close()
        }}
      >
        <p class="quiet">{words.confirmText}</p>
        <label>
          {words.password}
          <input name="password" type="password" required autocomplete="current-password" autofocus />
        </label>
      </SettingsForm>
    </Dialog>
  )
}
