import { createSignal, For, Match, Show, Switch } from 'solid-js'
import { Dialog } from '../parts/dialog'
import { dayName } from '../parts/time'
import { ask } from '../wire/requests'
import { settingsWords as words } from '../words/en-settings'
import { fetched } from './fetched'
import { Part, SettingsForm, textOf } from './parts'
import { withPassword } from './password-dialog'
import { QrPicture } from './qr-picture'

type Factors = { totp_since: number | null; recovery_codes_left: number }
type Secret = { secret: string; otpauth_url: string }

/** The second factor of the account: codes of an app, and recovery codes for a lost phone. */
export function OneTimeCodes() {
  const { value, refresh } = fetched((): Promise<Factors> => ask('GET /parley/factors'))
  const [secret, setSecret] = createSignal<Secret>()
  const [codes, setCodes] = createSignal<string[]>()

  async function begin() {
    setSecret(await ask('POST /parley/factors/totp'))
  }
  async function remove() {
    await ask('DELETE /parley/factors/totp')
    await refresh()
  }
  async function renew() {
    setCodes((await ask('POST /parley/factors/recovery_codes')).recovery_codes)
    await refresh()
  }
  async function confirm(code: string) {
    const { recovery_codes } = await ask('POST /parley/factors/totp/confirm', { code })
    setSecret(undefined)
    setCodes(recovery_codes)
    await refresh()
  }

  return (
    <Part title={words.codes} text={words.codesText}>
      <Switch>
        <Match when={value()?.totp_since}>
          {(since) => (
            <>
              <p>
                {words.codesSince(dayName(since()))} {words.codesLeft(value()?.recovery_codes_left ?? 0)}
              </p>
              <button class="act" onClick={() => withPassword(renew)}>
                {words.newRecoveryCodes}
              </button>
              <button class="act" onClick={() => withPassword(remove)}>
                {words.removeCodes}
              </button>
            </>
          )}
        </Match>
        <Match when={value()}>
          <button class="act strong" onClick={() => withPassword(begin)}>
            {words.setUpCodes}
          </button>
        </Match>
      </Switch>
      <Show when={secret()} keyed>
        {(started) => (
          <Dialog title={words.codes} close={() => setSecret(undefined)}>
            <p>{words.scan}</p>
            <QrPicture text={started.otpauth_url} />
            <p class="quiet">{words.key}</p>
            <code class="secret">{started.secret}</code>
            <SettingsForm button={words.confirmCode} submit={(fields) => confirm(textOf(fields, 'code'))}>
              <label>
                {words.codeOfApp}
                <input name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="10" />
              </label>
            </SettingsForm>
          </Dialog>
        )}
      </Show>
      <Show when={codes()} keyed>
        {(list) => (
          <Dialog
            title={words.recoveryCodes}
            close={() => setCodes(undefined)}
            footer={
              <button class="send" onClick={() => setCodes(undefined)}>
                {words.written}
              </button>
            }
          >
            <p>{words.recoveryText}</p>
            <ul class="items">
              <For each={list}>{(code) => <li class="secret">{code}</li>}</For>
            </ul>
          </Dialog>
        )}
      </Show>
    </Part>
  )
}
