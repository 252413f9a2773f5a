import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import type { Message } from '../store/messages'
import { apiLanguages } from '../words/api-languages'
import { assistWords as words } from '../words/en-assist'
import { language } from '../words/language'
import { modelAnswer } from './answer'
import { ModelText } from './model-text'
import './assist.css'

/** What a model makes of a message in another language. */
export function TranslationDialog(props: { message: Message; close: () => void }) {
  const { ask } = useClient()
  const [to, setTo] = createSignal<string>(language)
  const { answer, failure, start } = modelAnswer(() =>
    ask('POST /parley/messages/:message_id/translation', { message_id: props.message.id, language: to() }),
  )
  const choose = (chosen: string) => {
    setTo(chosen)
    void start()
  }
  return (
    <Dialog title={words.translate} close={props.close}>
      <div class="fields">
        <label>
          {words.language}
          <select onChange={(event) => choose(event.currentTarget.value)}>
            <For each={apiLanguages()}>
              {([value, name]) => (
                <option value={value} selected={value === language}>
                  {name}
                </option>
              )}
            </For>
          </select>
        </label>
      </div>
      <ModelText failure={failure()} isAnswered={answer() !== undefined} again={() => void start()}>
        <Show when={answer()}>
          {(translation) => (
            <p class="translated" lang={to()} dir="auto">
              {translation().content}
            </p>
          )}
        </Show>
      </ModelText>
    </Dialog>
  )
}
