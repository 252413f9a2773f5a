import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: 'Résumer',
  summarizeUnread: 'Résumer les messages non lus',
  translate: 'Traduire',
  asking: 'Le modèle de langage lit…',
  byModel: 'Ce texte est écrit par un modèle de langage. Il peut se tromper.',
  read: (n: number) => `Messages lus : ${n}`,
  onlyNewest: 'Les messages plus anciens n’ont pas été lus.',
  onlyUnread: 'Seulement les messages non lus',
  noPoints: 'Le modèle de langage n’a rien trouvé à dire.',
  showMessage: (n: number) => `Afficher le message ${n}`,
  language: 'Langue',
  again: 'Réessayer',
}
