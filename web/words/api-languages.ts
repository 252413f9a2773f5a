const LANGUAGES =
  'ar bg bn ca cs cy da de el en en-gb es et eu fa fi fr gl gu he hi hr hu id it ja ko lt lv ml mn nb nl pl pt pt-br ro ru si ' +
  'sk sl sr sv ta th tr uk uz vi zh-hans zh-hant'

function nameOfLanguage(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}

/** Returns the languages of the API, each with its own name. The browser knows the names. */
export const apiLanguages = () => LANGUAGES.split(' ').map((code): [string, string] => [code, nameOfLanguage(code)])
