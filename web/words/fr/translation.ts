import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: 'Aucune personne dont c’est la langue maternelle n’a relu cette traduction.',
  correct: 'La corriger',
  text: 'Cherchez un texte et écrivez-en un meilleur. Ce qui est entre accolades, comme {name}, est remplacé. Si le texte dépend d’un nombre, seuls les mots entre guillemets sont du texte.',
  where:
    'Copiez vos corrections et envoyez-les dans un message à un administrateur de votre organisation. Il peut les signaler au projet sous forme de ticket (issue).',
  onlyHere: 'Vos corrections sont uniquement dans ce navigateur.',
  find: 'Chercher un texte',
  none: 'Aucun texte ne contient ces mots.',
  copy: (corrections) => `Copier les corrections (${corrections})`,
  deleteAll: 'Supprimer les corrections',
}
