import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'Se connecter',
  into: (host) => `Se connecter à ${host}`,
  address: 'Adresse e-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  busy: 'Connexion…',
  otherWays: 'Se connecter avec une clé d’accès ou autrement',
}
