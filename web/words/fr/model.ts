import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere:
    'Les messages que quelqu’un fait résumer ou traduire sont envoyés à ce modèle. Rien n’est envoyé avant que les propriétaires en choisissent un.',
  key: 'Clé',
  keyText: 'Le serveur l’envoie seulement à l’adresse choisie. Personne ne peut la lire ici.',
  keyFor: (server: string) => `Il y a une clé pour ${server}.`,
  noKey: 'Il n’y a pas de clé.',
  saveKey: 'Enregistrer la clé',
  try: 'Essayer',
  tryText: 'Demande un mot au modèle. Il ne lit rien de l’organisation.',
  tryButton: 'Interroger le modèle',
  answered: (text: string) => `Le modèle a répondu : ${text}`,
  usage: 'Questions et jetons',
  usageText: 'Les 30 derniers jours en UTC. Le prix d’un jeton dépend de qui exploite le modèle.',
  none: 'Personne n’a interrogé le modèle.',
  heads: {
    day: 'Jour',
    requests: 'Questions',
    failures: 'Échecs',
    input_tokens: 'Jetons lus',
    output_tokens: 'Jetons écrits',
  },
}
