"""A grader as people write them for the Python harness: json.loads on every line, no knowledge of ours.

usage: python_grader.py TRACE.jsonl     prints "CATEGORY SCORE" of task_01, or what is wrong with the format
"""
import datetime
import json
import sys

FINISHES = {"agent_finish", "run_finish", "supervisor_finish", "revision_finish"}


def read_events(path):
    events, ids = [], set()
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        event = json.loads(line)
        assert json.dumps(event) + "\n" == line, f"line {number}: not what json.dumps writes"
        assert list(event) == ["event_id", "timestamp", "event_type", "payload", "parent_event_id", "metadata"]
        assert datetime.datetime.fromisoformat(event["timestamp"]).utcoffset() == datetime.timedelta(0)
        assert event["parent_event_id"] is None or event["parent_event_id"] in ids, f"line {number}: parent unknown"
        assert event["event_id"] not in ids, f"line {number}: event_id twice"
        assert event["metadata"]["run_id"] == (events or [event])[0]["metadata"]["run_id"]
        ids.add(event["event_id"])
        events.append(event)
    return events


def calls_with_results(events):
    calls = {e["payload"]["tool_call_id"]: e["payload"] for e in events if e["event_type"] == "tool_call"}
    for event in events:
        if event["event_type"] == "tool_result":
            result = event["payload"]
            yield calls[result["tool_call_id"]], result["result"], result["error"]


def unrecovered(calls):
    for at, (call, _, error) in enumerate(calls):
        later = calls[at + 1:]
        if error and not any(not e and c["tool_name"] == call["tool_name"] and c["arguments"] == call["arguments"]
                             for c, _, e in later):
            return True
    return False


def final_ticket(calls):
    row = {}
    for call, result, error in calls:
        if not error and call["tool_name"] == "update_ticket" and "error" not in result:
            row.update(call["arguments"])
    return row


def score(events):
    def count(event_type):
        return sum(e["event_type"] == event_type for e in events)
    delegations = sum(e["event_type"] == "tool_call" and e["payload"]["tool_name"].startswith("delegate_to_")
                      for e in events)
    minimum = 4 + delegations + 2 * count("critic_review")
    return max(70, 100 - 5 * max(0, count("llm_call") - minimum))


def grade(events):
    calls = list(calls_with_results(events))
    ticket = final_ticket(calls)
    if not any(e["event_type"] in FINISHES for e in events):
        return "incomplete", 0
    if unrecovered(calls):
        return "tool_error_unrecovered", 0
    read = any(c["tool_name"] == "get_customer_profile" and not e for c, _, e in calls)
    if read and ticket.get("status") == "escalated" and ticket.get("tier") == "enterprise":
        return "pass", score(events)
    return "failed", 0


print(*grade(read_events(sys.argv[1])))
