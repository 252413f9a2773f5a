import { isComposing } from './composing'
import { bindingOf, isWriting, type Command } from './keymap'

/**
 * Commands that lead to a text field in every view. On a slow phone it can take a second until the field has the focus. The key of another
 * command may mean something else in the inbox, where no field follows.
 */
const LEADS_TO_FIELD = new Set<Command>([
  'goAnywhere',
  'goToChannel',
  'goToPerson',
  'goToSetting',
  'search',
  'help',
  'newTopic',
  'status',
  'forward',
])

const MAX_MILLISECONDS = 10_000

/**
 * Holds what the user types between a command and the focus of the field that it opens, and writes it into the field. Without
 * this, the keys would run commands: mute a topic, or leave the view.
 */
export function holdTyping(signal: AbortSignal): void {
  let typed: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    typed = undefined
    clearTimeout(timer)
  }

  function hold(event: KeyboardEvent) {
    if (typed === undefined || isComposing(event)) return
    const { key, ctrlKey, metaKey, altKey } = event
    if (isWriting(document.activeElement) || ctrlKey || metaKey || altKey || key === 'Escape' || key === 'Tab')
      return end()
    if (key.length === 1) typed += key
    else if (key === 'Backspace') typed = typed.slice(0, -1)
    // Enter waits for the next press: the user has not seen yet what it would choose.
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function begin(event: KeyboardEvent) {
    const command = event.defaultPrevented ? bindingOf(event)?.command : undefined
    if (command === undefined || !LEADS_TO_FIELD.has(command) || isWriting(document.activeElement)) return
    end()
    typed = ''
    timer = setTimeout(end, MAX_MILLISECONDS)
  }

  function write({ target }: FocusEvent) {
    if (typed === undefined || !isWriting(target)) return
    // After the handlers of the field, which may write first, and before the next key.
    queueMicrotask(() => {
      const text = typed ?? ''
      end()
      if (text !== '' && document.activeElement === target) document.execCommand('insertText', false, text)
    })
  }

  addEventListener('keydown', hold, { signal, capture: true })
  addEventListener('keydown', begin, { signal })
  addEventListener('focusin', write, { signal })
  addEventListener('pointerdown', end, { signal, capture: true })
}
