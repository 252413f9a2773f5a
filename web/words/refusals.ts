import { translateRefusals } from '../wire/requests'
import { refusalCodes, refusalTexts } from './en-refusals'
import { englishOf } from './translated'

/** Shows the refusals of the server in the language of the user, as far as the catalogue has them. */
export function showTranslatedRefusals(): void {
  const own = new Map(Object.entries(englishOf('refusalTexts')).map(([name, text]) => [text, refusalTexts[name]]))
  translateRefusals((code, message) => own.get(message) ?? refusalCodes[code] ?? message)
}
