import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: 'Nur Sie sehen das.',
  pong: 'Der Server ist da.',
  commands: {
    me: 'sagen, was Sie tun: „/me winkt“',
    poll: 'eine Umfrage: „/poll Frage“, dann eine Antwort in jeder Zeile',
    todo: 'eine Aufgabenliste: „/todo Titel“, dann eine Aufgabe in jeder Zeile',
    dark: 'das dunkle Farbschema',
    light: 'das helle Farbschema',
    'fluid-width': 'Nachrichten so breit wie das Fenster',
    'fixed-width': 'Nachrichten in einer Breite, die sich gut liest',
    ping: 'herausfinden, ob der Server da ist',
  },
}
