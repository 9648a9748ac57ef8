import { SERVICES } from "@/api/prices/services";
import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";

// Fewer letters begin too many words: who is looked for by name must not stand among everybody.
const FEWEST_LETTERS = 3;

const isNamed = ({ user, businessName }: ListedProvider, words: string): boolean =>
  user.firstName.toLocaleLowerCase().includes(words) || businessName.toLocaleLowerCase().includes(words);

/** True where a word of the text begins as the words do. */
const hasWord = (text: string, words: string): boolean => ` ${text.toLocaleLowerCase()}`.includes(` ${words}`);

function offers({ specialties, serviceArea }: ListedProvider, words: string): boolean {
  if (words.length < FEWEST_LETTERS) return false;
  // Every provider offers every service.
  const services = SERVICES.map((service) => t(`common.service.${service}`));
  return serviceArea.some((code) => code.startsWith(words)) || [...specialties, ...services].some((text) => hasWord(text, words));
}

/**
 * The providers whose first name or business name contains the words, whatever their case; after them those who serve a
 * postal code, or offer a service or a speciality, that begins so. Where the words name the place itself (`isHere`),
 * everybody around it is meant.
 */
export function matching(providers: readonly ListedProvider[], search: string, isHere: boolean): ListedProvider[] {
  const words = search.trim().toLocaleLowerCase();
  const named = providers.filter((provider) => isNamed(provider, words));
  return [...named, ...providers.filter((provider) => !named.includes(provider) && (isHere || offers(provider, words)))];
}
