import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { ConversationOfJob } from "@/api/types";

/** What was written about the jobs of the provider that the account is, the newest first. */
export function useConversations(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  conversations: ConversationOfJob[] | undefined;
} {
  const { data: conversations, error, isBusy, retry } = useRead(keys.conversations, "checked");
  return { conversations, error, isBusy, retry };
}
