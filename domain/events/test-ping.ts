/** Data of `test.ping`: which endpoint is tested, and by whom. */
import { z } from "zod"
import { exampleId, id } from "@/domain/kernel/ids"
import { openObject } from "./open-object"

export const testPing = openObject({
  ping: openObject({
    message: z.string().meta({ description: "A text that explains the test event." }),
    endpoint_id: id("endpoint"),
    sent_by: z.string().nullable().meta({ description: "The name of the user who sent the test." }),
  }).meta({ description: "The test." }),
})

export const exampleTestPing: z.input<typeof testPing> = {
  ping: {
    message: "This is a test event. If you can read it and its signature is valid, your endpoint works.",
    endpoint_id: exampleId("endpoint"),
    sent_by: "Ada Lindqvist",
  },
}
