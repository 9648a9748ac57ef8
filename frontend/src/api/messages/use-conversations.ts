import { keys } from "@/api/cache/keys";
import { useRead, type Reading } from "@/api/cache/use-read";
import type { ConversationOfJob } from "@/api/types";

/** Conversations about the signed-in provider's jobs, newest first. */
export function useConversations(): Pick<Reading<unknown>, "error" | "isBusy" | "retry"> & {
  conversations: ConversationOfJob[] | undefined;
} {
  const { data: conversations, error, isBusy, retry } = useRead(keys.conversations, "checked");
  return { conversations, error, isBusy, retry };
}
