// What each command does, in French.

import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: 'Vous seul voyez ceci.',
  pong: 'Le serveur répond.',
  commands: {
    me: 'dites ce que vous faites : « /me salue »',
    poll: 'un sondage : « /poll Question », puis une option par ligne',
    todo: 'une liste de tâches : « /todo Titre », puis une tâche par ligne',
    dark: 'le thème sombre',
    light: 'le thème clair',
    'fluid-width': 'des messages aussi larges que la fenêtre',
    'fixed-width': 'des messages d’une largeur agréable à lire',
    ping: 'vérifier que le serveur répond',
  },
}
